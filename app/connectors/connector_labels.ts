import type { Environment } from '#app/connectors/provider'

/** Where a connection leads, as people read it. */
export const environmentLabels: Readonly<Record<Environment, string>> = {
  sandbox_local: 'Simulador local',
  sandbox: 'Pruebas del proveedor',
  live: 'Real',
}
