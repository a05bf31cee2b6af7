export { BackupError, type RowCounts } from './archive.ts';
export { backup, type BackupOptions, type BackupResult } from './backup.ts';
export { restore, type RestoreOptions, type RestoreResult } from './restore.ts';
