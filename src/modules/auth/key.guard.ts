import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';
import { ROLES, type Role } from '../../kernel/tenant-context.ts';
import { callerOf, routeSettings } from '../../platform/tenancy/index.ts';
import { originAllowed } from './api-key.ts';

/** May this caller do what it asks? Kind of key, tenant of the path, origin of the page. */
@Injectable()
export class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { access, role: needed } = routeSettings(request);
    if (!access || access.kinds === 'open') return true;
    const caller = callerOf(request);
    if (!access.kinds.includes(caller.kind)) {
      throw new ApiError(
        'insufficient_scope',
        `This route needs a ${access.kinds.join(' or ')} key, not a ${caller.kind} key.`,
      );
    }
    if (caller.role) refuseRole(caller.role, needed, request.method);
    const { tenant } = request.params as { tenant?: string };
    if (tenant !== undefined && tenant !== caller.tenant.slug) {
      throw new ApiError('tenant_mismatch', 'This key belongs to another tenant.');
    }
    const { origin } = request.headers;
    if (origin && caller.kind === 'public' && !originAllowed(origin, request.allowedOrigins ?? [])) {
      throw new ApiError('origin_not_allowed', `The origin ${origin.slice(0, 200)} is not on the list of this key.`);
    }
    return true;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

function refuseRole(role: Role, declared: Role | null | undefined, method: string): void {
  if (declared === null) throw new ApiError('insufficient_scope', 'This route needs a key, not a session.');
  const needed = declared ?? (SAFE_METHODS.has(method) ? 'viewer' : 'editor');
  if (ROLES.indexOf(role) >= ROLES.indexOf(needed)) return;
  throw new ApiError('insufficient_role', `This needs the role ${needed}; yours is ${role}.`, {
    members: { role, needed_role: needed },
  });
}
