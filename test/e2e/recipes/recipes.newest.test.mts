// The recipes in the newest n8n.
import { describe } from '@jest/globals';
import { newestVersion } from '../../../kit/n8n/versions.mts';
import { recipesIn } from './recipes.mts';

describe.each([newestVersion()])('n8n %s', recipesIn);
