/**
 * A GTIN-13 from the range 200–299, which GS1 leaves to shops for their own numbering: it never names a real product.
 * https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export function shopGtin(serial: number): string {
  const digits = `2${String(serial).padStart(11, '0')}`;
  return digits + checkDigit(digits);
}

/** Of the digits before it; the last one weighs three. */
export function checkDigit(digits: string): number {
  const sum = [...digits]
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 3 : 1))
    .reduce((total, value) => total + value, 0);
  return (10 - (sum % 10)) % 10;
}
