import type { ConnectorProvider, Environment } from '#app/connectors/provider'
import { DomainError } from '#app/kernel/domain_error'
import env from '#start/env'

type Wanted = { environment: Environment; baseUrl: string | null }

const LOCAL = /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/

/**
 * The address of a provider's interface, without a slash at the end: that of the provider itself, never one that somebody
 * types, or everything paid and read would be what that address says. A simulator on this machine has its own, and there is
 * none where money is real. Throws DomainError at `base_url`.
 */
export function connectorAddress(
  { addresses, title }: Pick<ConnectorProvider, 'addresses' | 'title'>,
  { environment, baseUrl }: Wanted
): string {
  if (environment !== 'sandbox_local') return addresses[environment].replace(/\/+$/, '')
  if (isMoneyReal()) refuse('El simulador local solo existe en la demostración.')
  const address = (baseUrl?.trim() || '').replace(/\/+$/, '')
  if (address === '') refuse(`Introduzca la dirección del simulador de ${title}.`)
  if (!URL.canParse(address) || !LOCAL.test(address))
    refuse('El simulador está en este equipo: la dirección empieza por http://127.0.0.1.')
  return address
}

/** Neither the demo nor trials. */
const isMoneyReal = () => env.get('NODE_ENV') === 'production' && !env.get('DEMO')

function refuse(message: string): never {
  throw new DomainError('E_ADDRESS', message, { field: 'base_url' })
}
