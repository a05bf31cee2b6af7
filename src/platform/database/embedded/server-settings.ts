/** For a search service that shares a small machine with the server: the working set is small and read often. */
const COMMON = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  superuser_reserved_connections: '3',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Two cores, shared with the service; parallel plans also need /dev/shm, which containers keep at 64 MB.
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  // Nothing replicates from here.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // A failing statement and its details would bring merchants' data into the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '%m [%p] ',
};

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
/**
 * Without waiting for the disk; what is committed still survives the death of every process. Only tests run so, with
 * several services of 25 connections each on one server.
 */
const VOLATILE = { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'off', max_connections: '200' };

export function serverArguments(options: { cluster: string; port: number; durable: boolean }): string[] {
  const settings = { ...COMMON, ...(options.durable ? DURABLE : VOLATILE), port: String(options.port) };
  return ['-D', options.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
