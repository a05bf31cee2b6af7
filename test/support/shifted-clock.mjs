/**
 * Preloaded into a program of ours (`NODE_OPTIONS=--import`): its clock is off by the milliseconds that the file
 * `SHIFTED_CLOCK` holds, and jumps when SIGUSR2 says that they have changed. Timers go by the machine's clock as before.
 */
import { readFileSync } from 'node:fs';

const RealDate = Date;
const read = () => Number(readFileSync(process.env.SHIFTED_CLOCK, 'utf8'));
let offset = read();
process.on('SIGUSR2', () => (offset = read()));

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }

  static now() {
    return RealDate.now() + offset;
  }
};
