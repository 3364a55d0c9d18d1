/** What one check says of an order: errors stop, warnings are shown. */
export type OrderCheck = { code: string; level: 'ok' | 'warning' | 'error'; message: string }

export const error = (code: string, message: string): OrderCheck => ({ code, level: 'error', message })
export const warning = (code: string, message: string): OrderCheck => ({ code, level: 'warning', message })
