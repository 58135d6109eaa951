/** A one-page PDF with lines of text: enough to be opened by a person and attached by a workflow. */
export function textPdf(title: string, lines: readonly string[]): Buffer {
	const text = [`BT /F1 18 Tf 50 790 Td (${escape(title)}) Tj ET`];
	lines
		.slice(0, 50)
		.forEach((line, index) => text.push(`BT /F1 11 Tf 50 ${760 - index * 15} Td (${escape(line.slice(0, 95))}) Tj ET`));
	const content = Buffer.from(text.join('\n'), 'latin1');
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
		`<< /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
	];
	let body = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const offset = body.length;
		body += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
	const tail = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
	return Buffer.from(body + tail, 'latin1');
}

/** Helvetica covers Western European letters only: others lose their accents, and quotes and dashes become plain. */
function escape(text: string): string {
	const plain = text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-').replace(/…/g, '...');
	const latin = [...plain]
		.map((letter) =>
			letter.charCodeAt(0) < 256 ? letter : letter.normalize('NFD').replace(/[^\x20-\x7e]/g, '') || '?',
		)
		.join('');
	return latin.replace(/[\\()]/g, '\\$&');
}
