// darknet_seeds FOLDER: writes seeds for darknet_fuzz.

#include "write_seeds.h"

int main(int argc, char** argv) {
    const std::string images =
        "[net]\nwidth=16\nheight=8\nchannels=3\n[convolutional]\nbatch_normalize=1\nfilters=2\nsize=3\npad="
        "1\n"
        "antialiasing=1\n[maxpool]\nsize=2\nstride=2\n[route]\nlayers=-1,0\ngroups=2\n[shortcut]\nfrom=-2\n"
        "weights_type=per_channel\n[reorg]\nstride=2\n[local]\nsize=3\n[crnn]\nhidden=2\noutput=2\n[conv_"
        "lstm]\n"
        "output=2\npeephole=1\n[upsample]\nstride=-2\n[implicit]\nfilters=4\n[yolo]\nmask=0,1\nanchors=1.5,"
        "2\n";
    const std::string rows =
        "[network]\ninputs=6\n[gru]\noutput=4\n[lstm]\noutput=2\n[rnn]\n[connected]\noutput=3\n";
    return netloupe::fuzz::write_seeds(argc, argv, {{"images.cfg", images}, {"rows.cfg", rows}});
}
