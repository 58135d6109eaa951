import { describe } from '@jest/globals';
import { testLives } from '../support/triggerRestarts.mts';

describe('n8n that works with a service', () => testLives('service'));
