import { loadSettings } from './config/settings.ts';
import { createApplication } from './create-application.ts';
import { openDatabase } from './open-database.ts';
import { errorsFile, openApiFile } from './platform/openapi/index.ts';

/** Files of the repository that are written from the code, each with its present content. */
export async function generated(dataDir: string, read: (path: string) => Promise<string>): Promise<[string, string][]> {
  const database = await openDatabase(loadSettings({ MB_DATA_DIR: dataDir, LOG_LEVEL: 'error' }));
  try {
    const app = await createApplication({ settings: database.settings, databaseUrl: database.url });
    try {
      return [
        ['openapi.json', openApiFile(app)],
        ['docs/errors.md', errorsFile(await read('docs/errors.md'))],
      ];
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}
