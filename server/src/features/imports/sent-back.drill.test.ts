// sent-back.test.ts with every export of every fleet.
import './sent-back.test.ts'
