import type { ConnectorProvider, Environment } from '#app/connectors/provider'
import { DomainError } from '#app/kernel/domain_error'

type Wanted = { environment: Environment; baseUrl: string | null }

const LOCAL = /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/

/** The address of a provider's interface, without a slash at the end. Throws DomainError at `base_url`. */
export function connectorAddress(
  { addresses, title }: Pick<ConnectorProvider, 'addresses' | 'title'>,
  { environment, baseUrl }: Wanted
): string {
  const known = environment === 'sandbox_local' ? null : addresses[environment]
  const address = (baseUrl?.trim() || known || '').replace(/\/+$/, '')
  if (address === '') refuse(`Introduzca la dirección del simulador de ${title}.`)
  const isAllowed =
    URL.canParse(address) &&
    (address.startsWith('https://') || (environment === 'sandbox_local' && LOCAL.test(address)))
  if (!isAllowed) refuse('La dirección debe empezar por https://.')
  return address
}

function refuse(message: string): never {
  throw new DomainError('E_ADDRESS', message, { field: 'base_url' })
}
