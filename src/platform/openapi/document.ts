import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { allErrors } from '../../kernel/errors.ts';
import { KEY_KINDS } from '../../kernel/tenant-context.ts';
import { toOpenApi31 } from './openapi-31.ts';
import { addProblems } from './problems.ts';

export const API_VERSION = '1.3.0';

const DESCRIPTION = `Site search for merchants that learns from what shoppers do.

Every call sends \`Authorization: Bearer <API_KEY>\`. **Public** keys search and track, **secret** keys do everything
under \`/v1/{tenant}\`, **indexer** keys push documents.

Failures are problem documents (RFC 9457) with a stable \`code\`; each code has a page under \`/docs/errors\`. Answers
carry \`X-Request-Id\`, and \`RateLimit\` headers where requests are counted. \`Idempotency-Key\` makes any POST, PATCH or
DELETE safe to repeat for 24 hours.`;

const KEY_HELP = {
  public: 'For storefronts: search, tracking, reading items.',
  secret: 'For servers: everything under /v1/{tenant}.',
  indexer: 'For pushing documents; keep it on the backend.',
} as const;

/** The OpenAPI 3.1 document of a running application, with what all routes share filled in. */
export function createApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Mirabel')
    .setDescription(DESCRIPTION)
    .setVersion(API_VERSION)
    .setLicense('MIT', 'https://spdx.org/licenses/MIT.html')
    .addServer('/', 'This service');
  for (const kind of KEY_KINDS) {
    builder.addSecurity(`${kind}_key`, { type: 'http', scheme: 'bearer', description: KEY_HELP[kind] });
  }
  builder.addSecurity('public_key_in_query', {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description: 'A public key, for a script tag.',
  });
  const document = SwaggerModule.createDocument(app, builder.build(), { autoTagControllers: false });
  return toOpenApi31(addProblems(document, allErrors()));
}

/** `/docs` with the explorer, `/openapi.json` with the document. */
export function serveApiDocument(app: INestApplication): void {
  const document = createApiDocument(app);
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Mirabel API',
    swaggerOptions: { persistAuthorization: false, displayRequestDuration: true },
  });
}
