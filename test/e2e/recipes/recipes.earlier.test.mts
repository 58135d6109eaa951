// The recipes in every n8n but the newest.
import { describe, expect, test } from '@jest/globals';
import { n8nVersions } from '../../../kit/n8n/versions.mts';
import { recipesIn } from './recipes.mts';

const earlier = n8nVersions.slice(1);

if (earlier.length === 0) test.skip('there is no earlier version in this run', () => expect(earlier).not.toEqual([]));
else describe.each(earlier)('n8n %s', recipesIn);
