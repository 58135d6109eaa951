// The row of tabs: which one is open, and whether more of them lie beyond an edge of a narrow screen.

/** Keeps `data-more` (`left`, `right` or both) on the row's frame in step with how it is scrolled. */
export function startTabs(nav) {
	const frame = nav.parentElement;
	const [left, right] = frame.querySelectorAll('button');
	const look = () => {
		const before = nav.scrollLeft > 1;
		const after = nav.scrollLeft + nav.clientWidth < nav.scrollWidth - 1;
		frame.dataset.more = [before && 'left', after && 'right'].filter(Boolean).join(' ');
		left.hidden = !before;
		right.hidden = !after;
	};
	const by = (direction) => () => nav.scrollBy({ left: direction * nav.clientWidth * 0.7, behavior: 'smooth' });
	left.addEventListener('click', by(-1));
	right.addEventListener('click', by(1));
	nav.addEventListener('scroll', look, { passive: true });
	new ResizeObserver(look).observe(nav);
	return look;
}

export function markTab(nav, hash) {
	for (const link of nav.children) {
		if (link.hash === hash) {
			link.setAttribute('aria-current', 'page');
			link.scrollIntoView({ block: 'nearest', inline: 'center' });
		} else link.removeAttribute('aria-current');
	}
}
