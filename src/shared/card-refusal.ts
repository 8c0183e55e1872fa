// What a person reads wherever a card number was typed.
import { say } from './message.ts'

export const cardNumberTyped = say('operations.looks-like-card')
