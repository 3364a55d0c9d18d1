import env from '#start/env'

/** Where a provider sends what it tells about a connection. */
export const webhookAddress = ({ provider, webhookToken }: { provider: string; webhookToken: string }) =>
  `${env.get('APP_URL')}/webhooks/${provider}/${webhookToken}`
