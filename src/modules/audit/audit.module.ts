import { Global, Module } from '@nestjs/common';
import { AuditController } from './audit.controller.ts';
import { AuditJobs } from './audit.jobs.ts';
import { AuditRepository } from './audit.repository.ts';
import { AuditTrail } from './audit-trail.ts';

/** Who changed what. Global because every module that lets people change something tells it. Owns `audit_log`. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [AuditRepository, AuditTrail, AuditJobs],
  exports: [AuditTrail],
})
export class AuditModule {}
