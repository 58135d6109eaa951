import {
	type ICredentialDataDecryptedObject,
	type ICredentials,
	ICredentialsHelper,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeProperties,
	NodeHelpers,
} from 'n8n-workflow';
import { WorkforceOperationsApi } from '../../credentials/WorkforceOperationsApi.credentials.ts';

const DOMAINS: INodeProperties[] = [
	{ displayName: 'Allowed', name: 'allowedHttpRequestDomains', type: 'options', options: [], default: 'all' },
];

/** Follows the rules of n8n's own helper, for a single credential. */
export class CredentialStore extends ICredentialsHelper {
	readonly type = new WorkforceOperationsApi();

	/** How often n8n would have called `preAuthentication`. */
	exchanges = 0;

	data: ICredentialDataDecryptedObject;

	constructor(data: ICredentialDataDecryptedObject) {
		super();
		this.data = data;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(): INodeProperties[] {
		return [...this.type.properties, ...DOMAINS];
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		const declared = NodeHelpers.getNodeParameters(this.type.properties, this.data as never, true, false, null, null);
		return { ...(declared as ICredentialDataDecryptedObject) };
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') throw new Error('authenticate must be a function');
		return await authenticate(credentials, options);
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		_node: INode,
		expired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		if (credentials.accessToken !== '' && !expired) return undefined;
		this.exchanges++;
		const output = (await this.type.preAuthentication.call(helpers, credentials)) as ICredentialDataDecryptedObject;
		Object.assign(this.data, output);
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('not used by nodes');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}
}
