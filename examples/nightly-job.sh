#!/bin/sh
# A nightly job that cron starts on three servers runs once, and on the next server where it failed or its machine died.
# In each server's crontab, below a line PATH=/usr/local/bin:/usr/bin:/bin
#   0 3 * * *  /srv/app/examples/nightly-job.sh /srv/bin/backup
# To see it: for i in 1 2 3; do examples/nightly-job.sh sh -c 'sleep 1; echo made a backup' & done; wait
#
# Replaces a lock that ends with the job, so that a server whose clock is late runs it again; and one that is kept until the morning,
# so that nobody makes the backup where the first server fails.
set -eu

# --wait: the others stand by for as long as the job may take. --ttl: how long they wait for a server that died. --done-for: longer
# than the clocks differ and the others wait, shorter than the time to the next night.
exec redislock run nightly:backup --quiet --ttl 10 --wait 7200 --done-for 43200 -- "$@"
