import styles from '../document/text.module.css'

type Props = {
  name: string | null
  taxId: string | null
  /** Name and tax number as printed, shown while nobody is assigned. */
  read: (string | null | undefined)[]
}

/** A party of the invoice: who it is, or what the document prints when it is not known yet. */
export function PartyName({ name, taxId, read }: Props) {
  const printed = read.filter(Boolean).join(' · ')
  if (name === null) {
    return (
      <>
        <span className={styles.missing}>Sin asignar</span>
        {printed ? <span className={styles.under}>Impreso: {printed}</span> : null}
      </>
    )
  }
  return (
    <>
      {name}
      {taxId ? <span className={`${styles.under} num`}>{taxId}</span> : null}
    </>
  )
}
