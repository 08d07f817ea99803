"""The record and the clock: games, seats, the event log, submissions, deadlines, adjudication,
reports, outbox."""
