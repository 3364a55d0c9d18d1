import { test } from '@japa/runner'
import { readDateText } from '#app/reading/candidates/date_text'
import { withFigures } from '#app/reading/candidates/spelled_days'

test.group('Fechas impresas', () => {
  test('a date is read in eight languages: {text}')
    .with([
      { text: '05/03/26', day: '2026-03-05' },
      { text: '2026-04-15', day: '2026-04-15' },
      { text: '17.05.2026', day: '2026-05-17' },
      { text: '11 de septiembre de 2026', day: '2026-09-11' },
      { text: '9 de juny de 2026', day: '2026-06-09' },
      { text: '12-MAR-2026', day: '2026-03-12' },
      { text: 'March 5, 2026', day: '2026-03-05' },
      { text: 'March 5,2026', day: '2026-03-05' },
      { text: '2 XI-2026', day: '2026-11-02' },
      { text: '2 juillet 2015', day: '2015-07-02' },
      { text: '26. Juli 2016', day: '2016-07-26' },
      { text: '31 de março de 2026', day: '2026-03-31' },
      { text: '10 aprile 2026', day: '2026-04-10' },
      { text: '19 april 2014', day: '2014-04-19' },
      { text: '2 - XI - 2026', day: '2026-11-02' },
      { text: '06-JUI-2026', day: '2026-06-06' },
      { text: '3. Mrz 2025', day: '2025-03-03' },
    ])
    .run(({ assert }, { text, day }) => {
      assert.equal(readDateText(text), day)
    })

  test('a day written out is read by its figures: {text}')
    .with([
      { text: 'diecinueve de enero de 2026', day: '2026-01-19' },
      { text: 'treinta y uno de marzo de dos mil veintiséis', day: '2026-03-31' },
      { text: 'vint-i-dos de juny de 2026', day: '2026-06-22' },
      { text: 'vinte e oito de fevereiro de 2026', day: '2026-02-28' },
    ])
    .run(({ assert }, { text, day }) => {
      assert.equal(readDateText(withFigures(text)), day)
    })

  test('a misread month is recognised by its other letters', ({ assert }) => {
    assert.equal(readDateText('11 de septlembre de 2026'), '2026-09-11')
  })

  test('what is no day of the calendar is no date: {$self}')
    .with(['31/02/2026', '00/01/2026', '12/2026', '4 5 6', '1 - October 31'])
    .run(({ assert }, text) => {
      assert.isNull(readDateText(text))
    })
})
