import { Injectable } from '@nestjs/common';
import { SearchObserver, type ServedSearch } from '../search/index.ts';
import { EventIntake } from './intake/event-intake.ts';

/** Remembers what a session was shown, so that a purchase finds the search it is owed to. */
@Injectable()
export class ServedSearches extends SearchObserver {
  constructor(private readonly intake: EventIntake) {
    super();
  }

  served(search: ServedSearch): void {
    if (search.sessionId !== null) this.intake.served({ ...search, sessionId: search.sessionId.toLowerCase() });
  }
}
