// What a saved card is for; to charge it is what most people saved it for.
import { namesOf } from './operations.ts'
import { t } from './message.ts'

export const nextOfCard = (cardrefid: string) =>
  [
    {
      path: '/subscriptions/new',
      label: namesOf('create-recurring-payment').opens,
      type: 'default' as const,
    },
    { path: '/cards/rebill', label: t('payouts.rebill-this-card'), type: 'primary' as const },
  ].map((one) => ({ ...one, query: { cardrefid } }))
