// A limit against hanging only: beside a heavy load a test of a second takes many times as long.
import { jest } from '@jest/globals';

jest.setTimeout(300_000);
