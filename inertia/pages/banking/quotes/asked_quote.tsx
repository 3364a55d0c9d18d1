import { Button } from '@mantine/core'
import { useState } from 'react'
import { useKeptFocus } from '~/kit/kept_focus'
import { showToast } from '~/layouts/flash_toasts'
import { callServer } from '~/plain_call'
import styles from '../banking.module.css'
import { type Offer, QuoteOffer } from './quote_offer'

export type AskedQuote = {
  accountId: number
  beneficiaryId?: number | null
  sourceCurrency: string
  targetCurrency: string
  side: 'source' | 'target'
  amount: string
}

type Props = {
  url: string
  /** What it is asked for; null while something of it is missing. */
  wanted: AskedQuote | null
  offer: Offer | null
  onOffer: (offer: Offer) => void
  error?: string | undefined
}

/** The cost of what a form is about, asked of the bank on demand. */
export function QuoteAsker({ url, wanted, offer, onOffer, error }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const button = useKeptFocus(isAsking)
  async function ask() {
    setIsAsking(true)
    try {
      const response = await callServer('POST', url, wanted)
      const { data, message } = (await response.json()) as { data: Offer | null; message: string | null }
      if (data) onOffer(data)
      else showToast('error', message ?? 'El banco no ofrece un presupuesto ahora.')
    } catch {
      showToast('error', 'No se ha podido pedir el presupuesto. Inténtelo de nuevo.')
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <div>
      {offer ? <QuoteOffer key={offer.id} offer={offer} /> : null}
      <Button
        ref={button}
        variant="default"
        mt={8}
        loading={isAsking}
        disabled={wanted === null}
        onClick={ask}
      >
        {offer ? 'Pedir otro presupuesto' : 'Pedir presupuesto'}
      </Button>
      {error ? (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
