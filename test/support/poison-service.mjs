import { Module } from '@nestjs/common';
import { createApplication, Jobs, loadSettings } from '../../dist/src/public.js';

/** The built service with a job that takes its process down and one that does no harm. */
class PoisonModule {}
Module({
  providers: [
    {
      provide: 'poison',
      inject: [Jobs],
      useFactory(jobs) {
        const work = async () => void process.kill(process.pid, 'SIGKILL');
        jobs.define({ name: 'poison', work, retries: 2, expiresAfter: 1 });
        // It may be at work when the other one takes the process down, and is then tried again.
        jobs.define({ name: 'harmless', work: async () => {}, expiresAfter: 1 });
      },
    },
  ],
})(PoisonModule);

const settings = loadSettings(process.env);
const app = await createApplication({ settings, databaseUrl: settings.databaseUrl, modules: [PoisonModule] });
await app.listen(0, '127.0.0.1');
console.log('ready');
