import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { CommandFactory } from 'nest-commander';
import { IndexCommand } from './cli/index.command.ts';
import {
  KeyCommand,
  KeyCreateCommand,
  KeyListCommand,
  KeyRevokeCommand,
  KeyRotateCommand,
} from './cli/key.commands.ts';
import { Output } from './cli/output.ts';
import { Session, UsageError } from './cli/session.ts';
import { DemoCommand, MigrateCommand, ReindexCommand } from './cli/system.commands.ts';
import { TenantCommand, TenantCreateCommand, TenantDeleteCommand, TenantListCommand } from './cli/tenant.commands.ts';
import { ApiError } from './kernel/errors.ts';

@Module({
  providers: [
    Output,
    Session,
    TenantCommand,
    TenantCreateCommand,
    TenantListCommand,
    TenantDeleteCommand,
    KeyCommand,
    KeyCreateCommand,
    KeyListCommand,
    KeyRotateCommand,
    KeyRevokeCommand,
    IndexCommand,
    ReindexCommand,
    MigrateCommand,
    DemoCommand,
  ],
})
class CliModule {}

/** Wrong words are ours to explain (status 2); a failed command says why (1); anything else keeps its stack. */
function report(error: Error): never {
  const { code } = error as { code?: string };
  if (code?.startsWith('commander.')) process.exit(/help|version/.test(code) ? 0 : 2);
  const explained =
    error instanceof ApiError ||
    ['UsageError', 'CommandFailed', 'SettingsError', 'DataDirInUseError', 'DatabaseSetupError'].includes(error.name);
  process.stderr.write(`${explained ? error.message : (error.stack ?? error.message)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}

await CommandFactory.run(CliModule, {
  cliName: 'mirabel',
  logger: false,
  errorHandler: report,
  serviceErrorHandler: report,
});
