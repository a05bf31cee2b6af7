import { Module } from '@nestjs/common';
import { SearchObserver } from '../search/index.ts';
import { CrawlerCounts } from './crawler-counts.ts';
import { ErasureService } from './erasure.service.ts';
import { ClickStore } from './intake/click-store.ts';
import { ConversionStore } from './intake/conversion-store.ts';
import { EventIntake } from './intake/event-intake.ts';
import { SearchStore } from './intake/search-store.ts';
import { MachineWatch } from './machine-watch.ts';
import { Partitions } from './partitions.ts';
import { PrivacyController } from './privacy.controller.ts';
import { RecentController } from './recent/recent.controller.ts';
import { RecentEvents } from './recent/recent-events.ts';
import { Retention } from './retention.ts';
import { ServedSearches } from './served-searches.ts';
import { TrackController } from './track.controller.ts';
import { TrackService } from './track.service.ts';
import { TrackingJobs } from './tracking.jobs.ts';
import { VisitorHashes } from './visitor-hashes.ts';

/**
 * What shoppers did: searches, clicks, conversions, committed before they are acknowledged.
 * Owns `searches`, `clicks`, `conversions`, `served_searches`, `event_keys`, `click_pairs`, `machine_sessions`,
 * `crawler_counts`; writes `rollup_marks`. Imported as a global module, because the search tells its `SearchObserver` what it answered.
 */
@Module({
  controllers: [TrackController, PrivacyController, RecentController],
  providers: [
    TrackService,
    RecentEvents,
    TrackingJobs,
    EventIntake,
    SearchStore,
    ClickStore,
    ConversionStore,
    MachineWatch,
    Partitions,
    Retention,
    ErasureService,
    VisitorHashes,
    CrawlerCounts,
    { provide: SearchObserver, useClass: ServedSearches },
  ],
  exports: [SearchObserver, EventIntake, Partitions, Retention],
})
export class TrackingModule {}
