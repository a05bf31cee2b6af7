import fc from 'fast-check';
import { personalDataIn, type PersonalData } from './personal-data.ts';

test.each<[string, PersonalData]>([
  ['anna.k@example.org', 'email'],
  ['contact anna.k @ example.org', 'email'],
  ['anna(at)example.org', 'email'],
  ['ａｎｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'email'],
  ['+49 170 1234567', 'phone'],
  ['0170-1234567', 'phone'],
  ['(555) 123-4567', 'phone'],
  ['call 0044 20 7946 0958 now', 'phone'],
  ['123-45-6789', 'phone'],
  ['4111 1111 1111 1111', 'card'],
  ['5500005555555559', 'card'],
  ['378282246310005', 'card'],
  ['DE89 3704 0044 0532 0130 00', 'iban'],
  ['gb82west12345698765432', 'iban'],
  ['order 4711-338', 'order'],
  ['Bestellung Nr. 20391', 'order'],
  ['bestellnummer:88123', 'order'],
  ['pedido #1234', 'order'],
  ['#100234', 'order'],
  ['ORD-2026-00017', 'order'],
  ['1Z999AA10123456784', 'order'],
  ['RR123456785DE', 'order'],
  ['注文 12345', 'order'],
  ['12 Oak Street', 'address'],
  ['john smith 5b park lane', 'address'],
  ['Hauptstr. 5', 'address'],
  ['Lindenweg 12a', 'address'],
  ['Kerkstraat 3', 'address'],
  ['12 rue de la paix', 'address'],
  ['Calle Mayor 5', 'address'],
  ['via roma 10', 'address'],
  ['SW1A 1AA', 'address'],
  ['k1a 0b1', 'address'],
  ['港区芝1丁目2番3号', 'address'],
])('«%s» is held back as %s', (query, kind) => expect(personalDataIn(query)).toBe(kind));

test.each([
  'sneakers',
  'iphone 15 pro max',
  'rs-7667 fh',
  'dv7-1211ea',
  '006R90321',
  '4006381333931',
  'ssd m2 2tb',
  'ddr4 8gb',
  'tv 55 inch',
  '1920x1080',
  'size 42',
  't-shirt #2',
  '100% cotton',
  'border collie toy 300',
  'street shoes',
  'placemat 4',
  'kaffeevollautomat',
  'avenue dress',
  'ordner 80 mm',
  '20 w',
  'usb-c to usb-a 3.1',
  'スニーカー',
])('«%s» is a query', (query) => expect(personalDataIn(query)).toBeNull());

test('every card number and every phone number, however it is written', () => {
  const separator = fc.constantFrom('', ' ', '-', '.', ' - ');
  const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });
  fc.assert(
    fc.property(fc.integer({ min: 9, max: 15 }).chain(digits), separator, fc.boolean(), (number, between, word) => {
      const written = `${word ? 'call ' : ''}+${number.join(between)}`;
      expect(personalDataIn(written)).not.toBeNull();
    }),
    { numRuns: 100 },
  );
});

test.each(['a ', '1 ', '1a ', 'rue ', 'DE12 ', 'order ', '#', 'via a '])(
  'no pattern runs away on many «%s»',
  (part) => {
    expect(personalDataIn(`${part.repeat(4000)} anna@example.org`)).toBe('email');
    expect(personalDataIn(`${part.repeat(4000)}12 Oak Street`)).not.toBeNull();
  },
);
