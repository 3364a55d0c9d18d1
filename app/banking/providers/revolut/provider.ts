import type { BankProvider, Purpose } from '#app/banking/bank_provider'
import { revolutBeneficiaries } from '#app/banking/providers/revolut/beneficiaries'
import { API, askList, Refused } from '#app/banking/providers/revolut/client'
import { accountNames, revolutFeed } from '#app/banking/providers/revolut/feed'
import { REVOLUT, REVOLUT_TITLE, revolutGateway } from '#app/banking/providers/revolut/gateway'
import { revolutQuotes } from '#app/banking/providers/revolut/quotes'
import { renewTokens, revolutConsent } from '#app/banking/providers/revolut/tokens'
import { revolutWebhooks } from '#app/banking/providers/revolut/webhooks'
import type { WireReason } from '#app/banking/providers/revolut/wire'
import { PURPOSES } from '#app/banking/providers/revolut/words'
import { NotSent, type ProviderClient } from '#app/connectors/client/provider_client'
import {
  type Connection,
  type ConnectionTest,
  ConsentGone,
  type Credentials,
  type Tokens,
} from '#app/connectors/provider'

/** A business has a certificate with Revolut, proves by it who asks, and agreed once to what may be done. */
export const revolut: BankProvider = {
  connector: {
    code: REVOLUT,
    title: REVOLUT_TITLE,
    path: '/revoluts',
    addresses: { live: 'https://b2b.revolut.com', sandbox: 'https://sandbox-b2b.revolut.com' },
    credentials: [
      {
        key: 'clientId',
        label: 'Identificador de cliente',
        kind: 'text',
        isNeeded: true,
        help: 'Revolut lo muestra junto al certificado (Client ID).',
      },
      {
        key: 'issuer',
        label: 'Dominio de la dirección de retorno',
        kind: 'text',
        isNeeded: true,
        help: 'El de la OAuth redirect URI del certificado, sin https://.',
      },
      {
        key: 'privateKey',
        label: 'Clave privada del certificado',
        kind: 'pem',
        isNeeded: true,
        help: 'Empieza por -----BEGIN PRIVATE KEY-----.',
      },
    ],
    limits: [{ requests: 60, seconds: 60 }],
    authorise,
    renew: renewTokens,
    consent: revolutConsent,
    test: testConnection,
    webhooks: revolutWebhooks,
  },
  accountCode: REVOLUT,
  pages: ['generate', 'documentation', 'quotes', 'recipients', 'payment'],
  feed: revolutFeed,
  gateway: revolutGateway,
  beneficiaries: revolutBeneficiaries,
  quotes: revolutQuotes,
  purposes: listPurposes,
  played: async () => (await import('#app/banking/providers/revolut/stand_in/played')).playedRevolut(),
  steps: [
    {
      title: 'Crear la clave y el certificado',
      text: 'Genere una clave RSA de 2048 bits y un certificado X.509 con ella (openssl req -new -x509). La clave privada no se comparte con nadie: Caudal la guarda cifrada.',
    },
    {
      title: 'Subir el certificado',
      text: 'En Revolut Business, abra Ajustes › APIs › Business API y añada un certificado: pegue el certificado X.509 y, como OAuth redirect URI, la dirección de retorno que muestra Caudal.',
    },
    {
      title: 'Copiar el identificador',
      text: 'Revolut muestra el Client ID del certificado. Cree la conexión en Caudal con ese identificador, el dominio de la dirección de retorno y la clave privada.',
    },
    {
      title: 'Autorizar el acceso',
      text: 'Pulse «Autorizar» y confirme en Revolut con un usuario que pueda pagar. Se piden los permisos de lectura, escritura y pago; sin el de pago solo se leen cuentas y movimientos.',
    },
    {
      title: 'Renovar la autorización',
      text: 'En algunos planes la autorización caduca a los 90 días. Caudal avisa 14 días antes; mientras no se renueve, los pagos esperan y no se pierde ninguno.',
    },
    {
      title: 'Límites',
      text: 'Revolut admite 60 peticiones por minuto. Un pago lleva dos o tres: las remesas grandes tardan unos minutos.',
    },
  ],
}

/** What a person agreed to; before that nothing is asked of Revolut, which would only refuse it. */
function authorise(_credentials: Credentials, tokens: Tokens | null): Record<string, string> {
  if (!tokens) throw new ConsentGone('Falta la autorización de una persona en Revolut.')
  return { authorization: `Bearer ${tokens.accessToken}` }
}

/** Where nobody has agreed yet, it is not the credentials that are wrong: what the client throws of that is passed on. */
async function testConnection(
  _connection: Connection,
  client: ProviderClient,
  tokens: Tokens | null
): Promise<ConnectionTest> {
  try {
    return { found: await accountNames(client), missing: await missingRights(client) }
  } catch (error) {
    const isRefused = error instanceof NotSent && error.reason === 'authorisation_needed' && tokens !== null
    if (isRefused || (error instanceof Refused && error.httpStatus === 403))
      throw new ConsentGone(error.message)
    throw error
  }
}

/** What was not agreed to is answered with 403; whether payments were is only seen when one is asked for. */
async function missingRights(client: ProviderClient): Promise<string[]> {
  try {
    await askList(client, { method: 'GET', path: `${API}/counterparties`, query: { limit: 1 } })
    return []
  } catch (error) {
    if (error instanceof Refused && error.httpStatus === 403) return ['Ver y crear beneficiarios']
    throw error
  }
}

/** Some countries and currencies ask for a reason; where none is listed none is needed. */
async function listPurposes(_connection: Connection, client: ProviderClient): Promise<Purpose[]> {
  const path = `${API}/transfer-reasons`
  const told = (await askList(client, { method: 'GET', path })) as WireReason[]
  return told.map(({ country, currency, code, description }) => ({
    country,
    currency,
    code,
    title: PURPOSES[code] ?? description ?? code,
  }))
}
