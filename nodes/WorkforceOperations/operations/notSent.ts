import { inputError, type Item } from '../form/item';

/** For an item of which nothing was sent any more, because nobody had answered the items before it; `more` goes with the advice. */
export const notSentError = (item: Item, more = ''): Error =>
	inputError(
		item,
		'Not sent, because the service had not answered for a minute',
		['The items before this one say what was wrong. Run this one again when the service is there.', more]
			.filter(Boolean)
			.join(' '),
	);
