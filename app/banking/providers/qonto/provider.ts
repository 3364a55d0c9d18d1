import type { BankProvider } from '#app/banking/bank_provider'
import { qontoBeneficiaries } from '#app/banking/providers/qonto/beneficiaries'
import { answeredWell, readObject } from '#app/banking/providers/qonto/client'
import { qontoFeed, readAccounts } from '#app/banking/providers/qonto/feed'
import { qontoGateway } from '#app/banking/providers/qonto/gateway'
import { authorise, consent, renew } from '#app/banking/providers/qonto/tokens'
import { webhooks } from '#app/banking/providers/qonto/webhooks'
import { NotSent, type ProviderClient } from '#app/connectors/client/provider_client'
import { type ConnectorProvider, ConsentGone, type Tokens } from '#app/connectors/provider'
import { lastFour } from '#app/kernel/identifiers/iban'

/** What a key alone may not do: Qonto wants the consent of a person for it. */
const NEEDS_CONSENT = [
  'Enviar transferencias y traspasos: falta autorizar la conexión en Qonto.',
  'Dar de alta beneficiarios: falta autorizar la conexión en Qonto.',
  'Recibir avisos de Qonto: falta autorizar la conexión en Qonto.',
]

const connector: ConnectorProvider = {
  code: 'qonto',
  title: 'Qonto',
  path: '/qontos',
  addresses: {
    live: 'https://thirdparty.qonto.com',
    sandbox: 'https://thirdparty-sandbox.staging.qonto.co',
  },
  credentialSets: [
    ['login', 'secretKey'],
    ['clientId', 'clientSecret'],
  ],
  credentials: [
    {
      key: 'login',
      label: 'Identificador',
      kind: 'text',
      isNeeded: false,
      help: 'En Qonto: Ajustes, Integraciones, Clave API.',
    },
    { key: 'secretKey', label: 'Clave secreta', kind: 'secret', isNeeded: false },
    {
      key: 'clientId',
      label: 'Identificador de cliente OAuth',
      kind: 'text',
      isNeeded: false,
      help: 'Solo para enviar transferencias, dar de alta beneficiarios y recibir avisos. Se obtiene en el portal de desarrolladores de Qonto.',
    },
    { key: 'clientSecret', label: 'Secreto de cliente OAuth', kind: 'secret', isNeeded: false },
    {
      key: 'stagingToken',
      label: 'Clave del entorno de pruebas de Qonto',
      kind: 'secret',
      isNeeded: false,
      help: 'Solo en el entorno de pruebas de Qonto.',
    },
  ],
  limits: [
    { requests: 1_000, seconds: 10 },
    { requests: 10_000, seconds: 600 },
  ],
  authorise,
  renew,
  consent,
  test: (_connection, client, tokens) => testConnection(client, tokens),
  webhooks,
}

async function testConnection(client: ProviderClient, tokens: Tokens | null) {
  try {
    await readObject(client, '/v2/organization', 'organization')
  } catch (error) {
    if (error instanceof NotSent && error.reason === 'authorisation_needed')
      throw new ConsentGone('Las credenciales de Qonto no son válidas o han caducado.')
    throw error
  }
  const accounts = await readAccounts(client)
  return {
    found: accounts.map(({ name, iban }) =>
      iban ? `${name} · ${iban.slice(0, 4)} •••• ${lastFour(iban)}` : name
    ),
    missing: tokens?.accessToken ? await missingScopes(client) : NEEDS_CONSENT,
  }
}

/** Somebody may have consented to less than was asked. Only the scope of news can be tried without doing anything. */
async function missingScopes(client: ProviderClient): Promise<string[]> {
  const answer = await client.ask({
    method: 'GET',
    path: '/v2/webhook_subscriptions',
    query: { per_page: 1 },
  })
  if (answer.status === 403)
    return ['Recibir avisos de Qonto: la autorización no lo incluye. Autorice de nuevo la conexión.']
  answeredWell(answer)
  return []
}

/** Qonto: business accounts with reading by key, and payments, payees and news by consent. */
export const qonto: BankProvider = {
  connector,
  accountCode: 'qonto',
  pages: ['virtual', 'beneficiaries', 'report'],
  feed: qontoFeed(),
  gateway: qontoGateway,
  beneficiaries: qontoBeneficiaries(),
  quotes: null,
  played: async () => (await import('#app/banking/providers/qonto/stand_in/played')).playedQonto(),
  steps: [
    {
      title: 'Clave API',
      text: 'En Qonto, abra Ajustes, Integraciones y Clave API. Copie el identificador y la clave secreta: con ellos se leen cuentas, saldos y movimientos.',
    },
    {
      title: 'Aplicación OAuth',
      text: 'Para enviar transferencias, cree una aplicación en el portal de desarrolladores de Qonto y copie su identificador y su secreto de cliente.',
    },
    {
      title: 'Autorización',
      text: 'Pulse «Autorizar en Qonto» y acepte los permisos con una persona que pueda hacer transferencias. La autorización dura 90 días y se renueva sola mientras se usa.',
    },
    {
      title: 'Firma',
      text: 'Cada transferencia se firma en la aplicación de Qonto, salvo a beneficiarios de confianza. Márquelos como tales en Qonto para que salgan sin firma.',
    },
  ],
}
