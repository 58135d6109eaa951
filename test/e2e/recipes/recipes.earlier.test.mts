// The recipes in every n8n but the newest.
import { describe } from '@jest/globals';
import { n8nVersions } from '../../../kit/n8n/versions.mts';
import { recipesIn } from './recipes.mts';

describe.each(n8nVersions.slice(1))('n8n %s', recipesIn);
