export { changesOf, hasChanges, type Changes, type Deed } from './audit.ts';
export { AuditModule } from './audit.module.ts';
export { AuditTrail } from './audit-trail.ts';
