import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
import fc from 'fast-check';

// The same random cases in every run: a red test is about the change, not about luck. `random` looks further.
const seed = process.env.FAST_CHECK_SEED ?? '20260526';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
