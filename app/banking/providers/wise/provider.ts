import type { BankProvider } from '#app/banking/bank_provider'
import { authorise, consent, renew } from '#app/banking/providers/wise/authorise'
import { wiseBeneficiaries } from '#app/banking/providers/wise/beneficiaries'
import { companiesAmong, isPartner, listProfiles } from '#app/banking/providers/wise/client'
import { wiseFeed } from '#app/banking/providers/wise/feed'
import { wiseGateway } from '#app/banking/providers/wise/gateway'
import { ADDRESSES } from '#app/banking/providers/wise/paths'
import { wiseQuotes } from '#app/banking/providers/wise/quotes'
import { wiseWebhooks } from '#app/banking/providers/wise/webhooks'
import type { WiseProfile } from '#app/banking/providers/wise/words'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import { NotSent } from '#app/connectors/client/provider_client'
import {
  type Connection,
  type ConnectionTest,
  type ConnectorProvider,
  ConsentGone,
} from '#app/connectors/provider'
import { TYPED_SECRET } from '#app/connectors/webhooks/webhook_secrets'
import { formatAmount } from '#app/kernel/money/money'

/** Settings of a connection: `profileId` (the company at Wise), `isPartner` (may pay and read statements), `webhookPublicKey` (of one that is played). */
const connector: ConnectorProvider = {
  code: 'wise',
  title: 'Wise',
  path: '/wises',
  addresses: ADDRESSES,
  credentialSets: [['token'], ['clientId', 'clientSecret']],
  credentials: [
    {
      key: 'token',
      label: 'Token personal de la API',
      kind: 'secret',
      isNeeded: false,
      help: 'En Wise: Configuración, Herramientas para desarrolladores, Tokens de API, con acceso completo.',
    },
    {
      key: 'clientId',
      label: 'Identificador de cliente',
      kind: 'text',
      isNeeded: false,
      help: 'Solo con un acuerdo de socio de Wise, en lugar del token personal.',
    },
    { key: 'clientSecret', label: 'Secreto de cliente', kind: 'secret', isNeeded: false },
    {
      key: TYPED_SECRET,
      label: 'Clave pública de los avisos',
      kind: 'pem',
      isNeeded: false,
      help: 'Solo si Wise ha cambiado la clave con la que firma sus avisos: la nueva, desde -----BEGIN PUBLIC KEY-----.',
    },
  ],
  choices: [
    {
      key: 'profileId',
      label: 'Perfil de empresa',
      help: 'Solo si el token da acceso a varias empresas: al probar la conexión se ofrecen aquí.',
      pattern: /^\d{1,18}$/,
      message: 'El perfil es el número que Wise da a la empresa.',
    },
  ],
  switches: [
    {
      key: 'isPartner',
      label: 'Paga sin intervención',
      help: 'Con un acuerdo de socio, o con una cuenta de un país en el que Wise deja pagar con el token personal. Sin marcar, una persona paga en Wise cada transferencia.',
    },
  ],
  // Below what Wise lets a company ask for in a minute, which it does not publish.
  limits: [{ requests: 600, seconds: 60 }],
  authorise,
  renew,
  consent,
  test: testConnection,
  webhooks: wiseWebhooks,
}

/** Wise as a bank. */
export const wise: BankProvider = {
  connector,
  accountCode: 'wise',
  pages: ['report', 'quotes', 'recipients', 'transfer'],
  feed: wiseFeed,
  gateway: wiseGateway,
  beneficiaries: wiseBeneficiaries,
  quotes: wiseQuotes,
  played: async () => (await import('#app/banking/providers/wise/stand_in/played')).playedWise(),
  steps: [
    {
      title: 'Crear el token',
      text: 'En Wise, con la cuenta de empresa abierta, entre en Configuración, Herramientas para desarrolladores, y cree un token de API con acceso completo.',
    },
    {
      title: 'Elegir la empresa',
      text: 'Si el token da acceso a varias empresas, al conectar se ofrecen sus perfiles: elija el de la empresa en la ficha de la conexión.',
    },
    {
      title: 'Autorizar cada pago en Wise',
      text: 'En Europa, Wise no deja pagar con un token personal: Caudal prepara la transferencia y una persona la paga en Wise antes de 14 días.',
    },
  ],
}

/** Which company the connection stands for, its balances, and what it may not do. */
async function testConnection(connection: Connection, client: ProviderClient): Promise<ConnectionTest> {
  const profiles = companiesAmong(await asCredentials(() => listProfiles(client)))
  const chosen = String(connection.settings.profileId ?? '')
  const mine = chosen === '' ? profiles : profiles.filter(({ id }) => String(id) === chosen)
  const [only] = mine
  if (!only || mine.length > 1)
    return {
      found: profiles.map(nameOf),
      missing: [
        only
          ? 'Elija el perfil de empresa: el token da acceso a varios.'
          : 'El token no da acceso al perfil elegido.',
      ],
      choices: choicesOf(profiles),
    }
  const settings = { ...connection.settings, profileId: String(only.id) }
  const accounts = await wiseFeed.accounts({ ...connection, settings }, client)
  return {
    found: [
      nameOf(only),
      ...accounts.map(
        ({ name, balanceMinor, currency }) => `${name} · ${formatAmount(balanceMinor, currency)}`
      ),
    ],
    missing: isPartner(connection)
      ? []
      : ['Pagar sin intervención: una persona autoriza en Wise cada transferencia.'],
    ...(profiles.length > 1 ? { choices: choicesOf(profiles) } : {}),
  }
}

const choicesOf = (profiles: readonly WiseProfile[]) => ({
  profileId: profiles.map((profile) => ({ value: String(profile.id), label: nameOf(profile) })),
})

const nameOf = ({ id, businessName, fullName }: WiseProfile): string =>
  `${businessName ?? fullName ?? 'Wise'} · perfil ${id}`

/** A token that is refused is not one that is late: people have to give another. */
async function asCredentials<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NotSent && error.reason === 'authorisation_needed')
      throw new ConsentGone('Las credenciales de Wise no son válidas o han caducado.', { cause: error })
    throw error
  }
}
