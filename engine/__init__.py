import pathlib
def cache_folder():
    p=pathlib.Path('/tmp/w/cache'); p.mkdir(exist_ok=True); return p
