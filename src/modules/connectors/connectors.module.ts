import { Module } from '@nestjs/common';
import { OutboundModule } from '../../platform/outbound/index.ts';
import { IndexingModule } from '../indexing/index.ts';
import { ItemsModule } from '../items/index.ts';
import { ConnectorProbe } from './connector-probe.ts';
import { ConnectorTrials } from './connector-trials.ts';
import { ConnectorsController } from './connectors.controller.ts';
import { ConnectorsRepository } from './connectors.repository.ts';
import { ConnectorsService } from './connectors.service.ts';
import { Credentials } from './credentials.ts';
import { PageReader } from './page-reader.ts';
import { PageWriter } from './page-writer.ts';
import { PagesRepository } from './pages.repository.ts';
import { Removals } from './removals.ts';
import { ConnectorSchedule } from './schedule.ts';
import { SyncEnding } from './sync-ending.ts';
import { SyncPlans } from './sync-plan.ts';
import { SyncRunner } from './sync-runner.ts';
import { SyncWorker } from './sync-worker.ts';
import { SyncsController } from './syncs.controller.ts';
import { SyncsRepository } from './syncs.repository.ts';
import { SyncsService } from './syncs.service.ts';
import { ConnectorTiming } from './timing.ts';

/**
 * Merchants' APIs, listed on a schedule into the catalogue. Also the mapping of foreign records to documents.
 * Owns `connectors`, `connector_syncs` and `connector_pages`. Sends and obeys the signal `connector-sync`.
 */
@Module({
  imports: [OutboundModule, ItemsModule, IndexingModule],
  controllers: [ConnectorsController, SyncsController],
  providers: [
    ConnectorsRepository,
    SyncsRepository,
    PagesRepository,
    ConnectorsService,
    SyncsService,
    ConnectorProbe,
    ConnectorTrials,
    Credentials,
    ConnectorTiming,
    SyncPlans,
    PageReader,
    PageWriter,
    Removals,
    SyncEnding,
    SyncWorker,
    SyncRunner,
    ConnectorSchedule,
  ],
  exports: [ConnectorsService, SyncsService, SyncRunner, ConnectorSchedule, ConnectorTrials],
})
export class ConnectorsModule {}
