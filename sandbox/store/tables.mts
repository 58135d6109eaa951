/** All tables of the sandbox. Times are epoch milliseconds (UTC); `*_json` columns hold JSON. */
export const tables = `
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS customers (
	id INTEGER PRIMARY KEY, company_id INTEGER NOT NULL, name TEXT NOT NULL, abbreviation TEXT NOT NULL, api_reference TEXT NOT NULL,
	contact_name TEXT NOT NULL, contact_email TEXT NOT NULL, contact_phone TEXT NOT NULL, is_active INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS sites (
	id INTEGER PRIMARY KEY, company_id INTEGER NOT NULL, customer_id INTEGER NOT NULL REFERENCES customers (id), parent_site_id INTEGER,
	name TEXT NOT NULL, abbreviation TEXT NOT NULL, site_type TEXT NOT NULL, api_reference TEXT NOT NULL, address TEXT NOT NULL, city TEXT NOT NULL,
	state TEXT NOT NULL, post_code TEXT NOT NULL, country TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL, time_zone TEXT NOT NULL,
	is_active INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS subcontractors (id INTEGER PRIMARY KEY, company_id INTEGER NOT NULL, name TEXT NOT NULL, abbreviation TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS employees (
	id INTEGER PRIMARY KEY AUTOINCREMENT, company_id INTEGER NOT NULL, subcontractor_id INTEGER REFERENCES subcontractors (id),
	first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL COLLATE NOCASE, employee_number TEXT, reference_number TEXT, mobile TEXT,
	is_active INTEGER NOT NULL, details_json TEXT NOT NULL DEFAULT '{}'
);
DROP INDEX IF EXISTS employees_email;
CREATE INDEX IF NOT EXISTS employees_address ON employees (company_id, email);
CREATE TABLE IF NOT EXISTS timesheets (
	id INTEGER PRIMARY KEY, company_id INTEGER NOT NULL, customer_id INTEGER NOT NULL, site_id INTEGER NOT NULL, employee_id INTEGER NOT NULL,
	scheduled_start INTEGER NOT NULL, scheduled_end INTEGER NOT NULL, clock_in INTEGER, clock_out INTEGER, break_start INTEGER, break_minutes INTEGER NOT NULL,
	entry_type TEXT NOT NULL, position TEXT NOT NULL, service TEXT NOT NULL, pay_group TEXT NOT NULL,
	status TEXT NOT NULL, submitted_at INTEGER, decided_at INTEGER, decided_by TEXT, notes_json TEXT NOT NULL DEFAULT '[]', allowances_json TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX IF NOT EXISTS timesheets_start ON timesheets (company_id, scheduled_start, id);
CREATE INDEX IF NOT EXISTS timesheets_status ON timesheets (status, id);

CREATE TABLE IF NOT EXISTS subscribers (
	id INTEGER PRIMARY KEY AUTOINCREMENT, company_id INTEGER NOT NULL, secret TEXT NOT NULL, is_active INTEGER NOT NULL, key_name TEXT NOT NULL,
	created_at INTEGER NOT NULL, modified_at INTEGER
);
CREATE TABLE IF NOT EXISTS subscriptions (
	id INTEGER PRIMARY KEY AUTOINCREMENT, subscriber_id INTEGER NOT NULL REFERENCES subscribers (id), event_type TEXT NOT NULL, event TEXT NOT NULL,
	filter_id INTEGER NOT NULL, uri TEXT NOT NULL, is_active INTEGER NOT NULL, key_name TEXT NOT NULL, created_at INTEGER NOT NULL, modified_at INTEGER
);
CREATE TABLE IF NOT EXISTS deliveries (
	id INTEGER PRIMARY KEY AUTOINCREMENT, subscription_id INTEGER NOT NULL REFERENCES subscriptions (id), event_type TEXT NOT NULL, event TEXT NOT NULL,
	entity_id INTEGER NOT NULL, body TEXT NOT NULL, status TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, next_at INTEGER, created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS attempts (
	id INTEGER PRIMARY KEY AUTOINCREMENT, delivery_id INTEGER NOT NULL REFERENCES deliveries (id), at INTEGER NOT NULL, status_code INTEGER, error TEXT
);
CREATE INDEX IF NOT EXISTS attempts_delivery ON attempts (delivery_id);

CREATE TABLE IF NOT EXISTS form_templates (id INTEGER PRIMARY KEY, company_id INTEGER NOT NULL, name TEXT NOT NULL, is_active INTEGER NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS incident_reports (
	id INTEGER PRIMARY KEY, company_id INTEGER NOT NULL, customer_id INTEGER NOT NULL, site_id INTEGER NOT NULL, patrol_site_id INTEGER, employee_id INTEGER NOT NULL,
	template_id INTEGER NOT NULL REFERENCES form_templates (id), report_code TEXT NOT NULL, status TEXT NOT NULL, created_at INTEGER NOT NULL, submitted_at INTEGER NOT NULL,
	modified_at INTEGER, modified_by TEXT, previous_id INTEGER, action_required INTEGER NOT NULL, answers_json TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS licences (
	id INTEGER PRIMARY KEY AUTOINCREMENT, employee_id INTEGER NOT NULL REFERENCES employees (id), license_number TEXT NOT NULL, license_type TEXT, state TEXT,
	expires_at INTEGER, file_id TEXT
);
CREATE INDEX IF NOT EXISTS licences_employee ON licences (employee_id);
CREATE TABLE IF NOT EXISTS files (id TEXT PRIMARY KEY, name TEXT NOT NULL, content BLOB NOT NULL) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS happenings (
	id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, until INTEGER, kind TEXT NOT NULL, subject INTEGER NOT NULL, details_json TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS happenings_open ON happenings (kind, subject) WHERE until IS NULL;
CREATE TABLE IF NOT EXISTS steps (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, deed TEXT NOT NULL, args_json TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS steps_due ON steps (at, id);
CREATE TABLE IF NOT EXISTS shift_days (day INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS shifts (
	id INTEGER PRIMARY KEY AUTOINCREMENT, company_id INTEGER NOT NULL, customer_id INTEGER NOT NULL, site_id INTEGER NOT NULL, employee_id INTEGER NOT NULL,
	scheduled_start INTEGER NOT NULL, scheduled_end INTEGER NOT NULL, time_in INTEGER, time_out INTEGER, off_site INTEGER NOT NULL, position TEXT NOT NULL, entered_by TEXT
);
CREATE INDEX IF NOT EXISTS shifts_start ON shifts (company_id, scheduled_start, id);
CREATE TABLE IF NOT EXISTS welfare_checks (
	id INTEGER PRIMARY KEY AUTOINCREMENT, shift_id INTEGER NOT NULL REFERENCES shifts (id), sent_at INTEGER NOT NULL, answered_at INTEGER, is_manager INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS welfare_shift ON welfare_checks (shift_id);
CREATE TABLE IF NOT EXISTS login_events (
	id INTEGER PRIMARY KEY AUTOINCREMENT, company_id INTEGER NOT NULL, user_id INTEGER, event_type INTEGER NOT NULL, app_type TEXT NOT NULL, email TEXT NOT NULL,
	ip_address TEXT NOT NULL, user_agent TEXT NOT NULL, failure_reason TEXT, occurred_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS login_events_time ON login_events (company_id, occurred_at);
`;

/** Columns that were added to tables later; a file of an earlier sandbox gets them. */
export const laterColumns: ReadonlyArray<[table: string, column: string, type: string]> = [
	['shifts', 'called_at', 'INTEGER'],
	['shifts', 'called_by', 'TEXT'],
	['shifts', 'rejected_at', 'INTEGER'],
	['shifts', 'unscheduled', 'INTEGER'],
	['welfare_checks', 'parent_id', 'INTEGER'],
	['welfare_checks', 'follow_up', 'TEXT'],
	['timesheets', 'pay_start', 'INTEGER'],
	['timesheets', 'pay_end', 'INTEGER'],
	['timesheets', 'invoice_break', 'INTEGER'],
	['timesheets', 'client_status', 'TEXT'],
];
