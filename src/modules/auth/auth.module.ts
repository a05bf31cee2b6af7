import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountsModule } from '../accounts/index.ts';
import { Authentication } from './authentication.ts';
import { KeyDirectory } from './key-directory.ts';
import { KeyGuard } from './key.guard.ts';
import { KeysController } from './keys.controller.ts';
import { KeysRepository } from './keys.repository.ts';
import { KeysService } from './keys.service.ts';

/**
 * API keys: issue, resolve, rotate, revoke, and the guard of every route.
 * Owns `api_keys`. Sends the signal `keys`.
 */
@Module({
  imports: [AccountsModule],
  controllers: [KeysController],
  providers: [KeysRepository, KeysService, KeyDirectory, Authentication, { provide: APP_GUARD, useClass: KeyGuard }],
  exports: [KeysService],
})
export class AuthModule {}
