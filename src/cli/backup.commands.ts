import { Command, Option } from 'nest-commander';
import { backup, BackupError, restore, type RowCounts } from '../platform/backup/index.ts';
import { MirabelCommand } from './command.ts';
import { CommandFailed, UsageError } from './session.ts';

@Command({
  name: 'backup',
  arguments: '[file]',
  description: 'write all data into one file, while the service runs (default: mirabel-<time>.sql.gz)',
})
export class BackupCommand extends MirabelCommand {
  async run([file]: string[]): Promise<void> {
    const path = file ?? `mirabel-${new Date().toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}.sql.gz`;
    const made = await explained(
      this.session.withDatabase(({ url, settings }) =>
        backup({
          databaseUrl: url,
          encryptionKey: settings.encryptionKey!,
          path,
          onTable: (name, rows) => rows > 0 && this.output.note(`· ${name}: ${rows.toLocaleString('en')} rows`),
        }),
      ),
    );
    this.output.result(
      made,
      `Wrote ${total(made.rows)} rows, ${(made.bytes / 1_048_576).toFixed(1)} MiB, to ${made.path}.\n` +
        'The encryption key is not in it: keep MB_ENCRYPTION_KEY (embedded: encryption.key in the data folder) elsewhere.',
    );
  }
}

@Command({
  name: 'restore',
  arguments: '<file>',
  description: 'put the data of a backup into a database on which no service runs',
})
export class RestoreCommand extends MirabelCommand {
  async run([file = '']: string[], options: { replace?: boolean; otherKey?: boolean; yes?: boolean }): Promise<void> {
    if (options.replace && !options.yes)
      throw new UsageError('--replace deletes everything that the database holds, for good. Add --yes.');
    const restored = await explained(
      this.session.withDatabase(({ url, settings }) =>
        restore({
          databaseUrl: url,
          encryptionKey: settings.encryptionKey!,
          path: file,
          replace: options.replace ?? false,
          otherKey: options.otherKey ?? false,
          onStep: (step) => this.output.note(`· ${step}`),
        }),
      ),
    );
    this.output.result(
      restored,
      `Restored ${total(restored.rows)} rows as of ${restored.created_at}. Indexes are built anew when the service starts.`,
    );
  }

  @Option({ flags: '--replace', description: 'delete what the database holds first' })
  parseReplace(): boolean {
    return true;
  }

  @Option({ flags: '--yes', description: 'really delete it' })
  parseYes(): boolean {
    return true;
  }

  @Option({ flags: '--other-key', description: 'go on with another encryption key; stored credentials are lost' })
  parseOtherKey(): boolean {
    return true;
  }
}

const total = (rows: RowCounts): string =>
  Object.values(rows)
    .reduce((sum, count) => sum + count, 0)
    .toLocaleString('en');

async function explained<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof BackupError ? new CommandFailed(error.message, { cause: error }) : error;
  });
}
