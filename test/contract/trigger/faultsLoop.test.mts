import { describe } from '@jest/globals';
import { testLives } from '../support/triggerLives.mts';

describe('n8n that works with a loop', () => testLives('loop'));
