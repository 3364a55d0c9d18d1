import type { Hindrance } from '#app/kernel/hindrances'
import { port } from '#app/kernel/port'

/** What keeps a connection from being disabled: «Hay 3 pagos en curso con este proveedor.» Rows by the key of the connection. */
export const disableHindrances = port<Hindrance>('what keeps a connection from being disabled')
