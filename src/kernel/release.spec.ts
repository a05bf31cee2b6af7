import { release } from './release.ts';

describe('memory given back', () => {
  it('takes the bytes of a buffer of its own', () => {
    const bytes = Buffer.alloc(1_000_000);
    const { buffer } = bytes;
    release(bytes);
    expect(buffer.byteLength).toBe(0);
  });

  it('leaves a buffer that is a part of another', () => {
    const whole = Buffer.from('red shoes, blue shoes');
    const part = whole.subarray(0, 9);
    release(part);
    expect(part.toString()).toBe('red shoes');
    expect(whole.toString()).toBe('red shoes, blue shoes');
  });
});
