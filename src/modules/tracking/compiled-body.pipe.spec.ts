import 'reflect-metadata';
import { IsString, ValidateIf } from 'class-validator';
import fc from 'fast-check';
import { RequestValidationPipe } from '../../platform/http/index.ts';
import { CompiledBodyPipe } from './compiled-body.pipe.ts';
import { TrackClickRequest, TrackConversionRequest, TrackSearchRequest } from './dto/track.requests.ts';

const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
const value = fc.oneof(
  fc.constantFrom(undefined, null, '', 'x', uuid, 0, 1, -1, 1.5, 2 ** 31, true, [], {}, 'overlay', 'EUR', 'eur', 'ZZZ'),
  fc.constantFrom('2026-11-28T10:00:00Z', '2026-11-28', '12.5', '0.00001', 'x'.repeat(512), 'x'.repeat(513), 'a\0'),
  fc.string(),
  fc.integer(),
  fc.double(),
);
const valid = {
  session_id: uuid,
  event_id: uuid,
  query_id: uuid,
  timestamp: '2026-11-28T10:00:00Z',
  query: 'q',
  results_count: 1,
  channel: 'overlay',
  accept_language: 'en',
  item_id: 'i',
  position: 1,
  order_id: 'o',
  revenue: '1.5',
  currency: 'EUR',
  quantity: 1,
  unknown: { deep: [1] },
};
const NAMES = Object.keys(valid);

/** A valid body with a few of its fields replaced or left out, or anything at all. */
const body = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 3 }).map((bad) => ({ ...valid, ...bad })),
  },
  { weight: 1, arbitrary: fc.anything() },
);

const outcome = async (pipe: () => unknown): Promise<unknown> => {
  try {
    return { accepted: await pipe() };
  } catch (error) {
    const { code, message, options } = error as { code: string; message: string; options: unknown };
    return { code, message, options };
  }
};

test.each([TrackSearchRequest, TrackClickRequest, TrackConversionRequest])(
  'compiled and ordinary validation of %p agree over random bodies, also in what they answer',
  async (metatype) => {
    const compiled = new CompiledBodyPipe(metatype);
    const ordinary = new RequestValidationPipe();
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(body, async (input) => {
        const expected = await outcome(() => ordinary.transform(input, { type: 'body', metatype }));
        expect(await outcome(() => compiled.transform(input))).toEqual(expected);
        const fast = compiled.accept(input);
        expect(fast !== null).toBe('accepted' in (expected as object));
        if (fast) {
          accepted++;
          expect(fast).toBeInstanceOf(metatype);
          expect({ ...fast }).toEqual({ ...(expected as { accepted: object }).accepted });
        }
      }),
      { numRuns: 600 },
    );
    expect(accepted).toBeGreaterThan(30);
  },
);

test('a declaration that it does not understand stops the start', () => {
  class Conditional {
    @ValidateIf(() => true)
    @IsString()
    field!: string;
  }
  class Each {
    @IsString({ each: true })
    field!: string[];
  }
  expect(() => new CompiledBodyPipe(Conditional)).toThrow(/field/);
  expect(() => new CompiledBodyPipe(Each)).toThrow(/field/);
});
