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
  ['٠١٧٠ ١٢٣ ٤٥٦٧', 'phone'],
  ['०१७०१२३४५६७', 'phone'],
  ['4111\u200b1111\u200b1111\u200b1111', 'card'],
  ['注文 ４７１１３', 'order'],
  ['10.9.8.7', 'device'],
  ['from 203.0.113.77', 'device'],
  ['2001:db8:77::7', 'device'],
  ['fe80::1', 'device'],
  ['::ffff:203.0.113.77', 'device'],
  ['6f2c1b0e-9a4d-4c3b-8e21-0d5a7f6b9c42', 'device'],
  ['6F2C1B0E9A4D4C3B8E210D5A7F6B9C42', 'device'],
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
  'ratio 16:9',
  'time 12:30:00',
  'usb 3.2.1',
  'hdmi 2.1b',
  'std::vector',
  'size ٤٢',
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

test.each(['a ', '1 ', '1a ', 'rue ', 'DE12 ', 'order ', '#', 'via a ', 'a:', '1.', '٤'])(
  'no pattern runs away on many «%s»',
  (part) => {
    expect(personalDataIn(`${part.repeat(4000)} anna@example.org`)).toBe('email');
    expect(personalDataIn(`${part.repeat(4000)}12 Oak Street`)).not.toBeNull();
  },
);
