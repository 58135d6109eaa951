import { assumed, documented, idList, published, required } from '../parameters';
import type { Access, EndpointRow } from '../types';

const access: Access = { keyTypes: ['incidentreport'] };

export const incidentReports = {
	'incidentReport.get': {
		method: 'GET',
		path: '/api/external/incidentreports/reportdata',
		source: 'documented',
		access,
		envelope: 'standard',
		paging: { kind: 'none' },
		query: [
			...required(published.integers('incidentReportId')),
			...idList(';', 'assumed', 'customerId', 'siteId'),
			...assumed.strings('companyId'),
		],
	},
	'incidentReport.getAll': {
		method: 'GET',
		path: '/api/external/incidentreports/getall',
		source: 'documented',
		access,
		envelope: 'incidentReports',
		list: true,
		ids: ['incidentReportId'],
		paging: { kind: 'cursor' },
		pageSize: { parameter: 'limit', standard: 100, source: 'documented' },
		query: [
			...idList(';', 'documented', 'customerId', 'siteId'),
			...documented.strings('companyId', 'searchText', 'formName', 'reportId'),
			...documented.moments('startDate', 'endDate'),
			...documented.booleans('isApproved'),
			...documented.integers('limit'),
			...documented.anchors('referenceId', 'referenceName', 'referenceDateTime', 'direction'),
		],
	},
	'incidentReport.getAllByFormTemplate': {
		method: 'GET',
		path: '/api/external/incidentreport/formtemplate',
		source: 'published',
		access,
		envelope: 'incidentReports',
		list: true,
		ids: ['incidentReportId'],
		paging: { kind: 'cursor' },
		pageSize: { parameter: 'limit', standard: 100, source: 'assumed' },
		query: [
			...required(assumed.integers('formTemplateId')),
			...idList(';', 'assumed', 'customerId', 'siteId'),
			...assumed.strings('companyId'),
			...documented.moments('startDate', 'endDate'),
			...documented.integers('limit'),
			...documented.anchors('referenceId', 'referenceName', 'direction'),
		],
	},
	'formTemplate.getAll': {
		method: 'GET',
		path: '/api/external/incidentreport/formtemplates',
		source: 'assumed',
		access,
		envelope: 'standard',
		list: true,
		// Guess: list.ids
		ids: ['formTemplateId', 'id'],
		paging: { kind: 'lastRow' },
		pageSize: { parameter: 'limit', standard: 200, source: 'documented' },
		query: [
			...documented.strings('formName'),
			...documented.booleans('showActiveOnly'),
			...documented.integers('limit'),
			...documented.anchors('referenceId', 'referenceName', 'direction'),
		],
	},
} as const satisfies Record<string, EndpointRow>;
