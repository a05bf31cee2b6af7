import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { CommandFactory } from 'nest-commander';
import { BackupCommand, RestoreCommand } from './cli/backup.commands.ts';
import { ConnectorCommand, ConnectorSyncCommand, ConnectorTestCommand } from './cli/connector.commands.ts';
import { endWithFailure } from './cli/failure.ts';
import { IndexCommand } from './cli/index.command.ts';
import {
  KeyCommand,
  KeyCreateCommand,
  KeyListCommand,
  KeyRevokeCommand,
  KeyRotateCommand,
} from './cli/key.commands.ts';
import { Output } from './cli/output.ts';
import { Session } from './cli/session.ts';
import { SmartCommand, SmartRunCommand } from './cli/smart.commands.ts';
import { DemoCommand, MigrateCommand, ReindexCommand } from './cli/system.commands.ts';
import { TenantCommand, TenantCreateCommand, TenantDeleteCommand, TenantListCommand } from './cli/tenant.commands.ts';
import {
  UserCommand,
  UserCreateCommand,
  UserLinkCommand,
  UserListCommand,
  UserRemoveCommand,
} from './cli/user.commands.ts';

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
    UserCommand,
    UserCreateCommand,
    UserListCommand,
    UserRemoveCommand,
    UserLinkCommand,
    IndexCommand,
    ConnectorCommand,
    ConnectorTestCommand,
    ConnectorSyncCommand,
    SmartCommand,
    SmartRunCommand,
    ReindexCommand,
    MigrateCommand,
    DemoCommand,
    BackupCommand,
    RestoreCommand,
  ],
})
class CliModule {}

await CommandFactory.run(CliModule, {
  cliName: 'mirabel',
  logger: false,
  errorHandler: endWithFailure,
  serviceErrorHandler: endWithFailure,
});
