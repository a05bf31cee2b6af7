import { createContext, use } from 'react';

/** What is wrong at a JSON pointer of the rule, in words; from `under` also what is wrong somewhere below it. */
export interface Faults {
  at(pointer: string): string | undefined;
  under(pointer: string): string | undefined;
}

const NONE: Faults = { at: () => undefined, under: () => undefined };

export const FaultsContext = createContext<Faults>(NONE);
export const useFaults = (): Faults => use(FaultsContext);
