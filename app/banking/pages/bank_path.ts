import type { ConnectorProvider } from '#app/connectors/provider'

/** `qontos`: where the pages of a bank lie, and what the names of their routes begin with. */
export const pathOf = ({ path }: Pick<ConnectorProvider, 'path'>): string => path.replace(/^\//, '')
