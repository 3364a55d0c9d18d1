import { useRefresh } from '~/live/use_refresh'

type Props = {
  /** Props to ask for; all of the page when left out. */
  only?: string[]
  /** The invoice in view; any invoice when left out. */
  invoiceId?: number
}

/** Asks the server again whenever the reading of an invoice moves on, for as long as it is drawn. */
export function RefreshWhile({ only, invoiceId }: Props) {
  useRefresh({
    isOn: true,
    only,
    concerns: {
      object: ({ type, id }) => type === 'invoice' && (invoiceId === undefined || invoiceId === id),
    },
  })
  return null
}
